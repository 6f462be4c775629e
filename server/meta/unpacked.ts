// Gzipped bytes, unpacked no faster than somebody reads them. The platform's DecompressionStream
// unpacks in workerd as fast as it is fed, so a slow reader would hold a whole table in memory.
import { inflate, inflateInit2, type InflateStream } from 'pako/lib/zlib/inflate.js';

/** At most so many unpacked bytes wait for a reader. */
const pieceBytes = 32_768;

// zlib.h: the window of 2^15 bytes, plus 16 for the header and trailer of gzip.
const gzipWindow = 15 + 16;
const noFlush = 0;
const success = 0;
const endOfStream = 1;
const needsInput = -5;

/** Errors, and so ends its answer, if the bytes are damaged or end too early. */
export function unpacked(
  packed: ReadableStream<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = packed.getReader();
  const stream: InflateStream = {
    input: new Uint8Array(0),
    next_in: 0,
    avail_in: 0,
    total_in: 0,
    output: new Uint8Array(0),
    next_out: 0,
    avail_out: 0,
    total_out: 0,
    msg: '',
    state: null,
    data_type: 2,
    adler: 0,
  };
  if (inflateInit2(stream, gzipWindow) !== success) throw new Error('pako does not unpack gzip');

  const feed = async (): Promise<void> => {
    const { done, value } = await reader.read();
    if (done) throw new Error('a gzipped file ends before its trailer');
    stream.input = value;
    stream.next_in = 0;
    stream.avail_in = value.length;
  };

  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const piece = new Uint8Array(pieceBytes);
        stream.output = piece;
        stream.next_out = 0;
        stream.avail_out = pieceBytes;
        let status = success;
        while (stream.avail_out > 0 && status !== endOfStream) {
          if (stream.avail_in === 0) await feed();
          status = inflate(stream, noFlush);
          if (status < success && status !== needsInput)
            throw new Error(`a gzipped file is damaged: ${stream.msg}`);
        }
        if (stream.next_out > 0) controller.enqueue(piece.subarray(0, stream.next_out));
        if (status !== endOfStream) return;
        controller.close();
        await reader.cancel();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
