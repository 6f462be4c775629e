// Gzipped bytes, unpacked no faster than somebody reads them. The platform's DecompressionStream
// unpacks in workerd as fast as it is fed, so it is fed little at a time: a slow reader would
// otherwise hold a whole table in memory.

/**
 * Packed bytes that are unpacked at once. Deflate makes of them at most a thousand times as many.
 */
const pieceBytes = 256;

/** Errors, and so ends its answer, if the bytes are damaged or end too early. */
export function unpacked(
  packed: ReadableStream<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const input = packed.getReader();
  const gzip = new DecompressionStream('gzip');
  const feed = gzip.writable.getWriter();
  const output = gzip.readable.getReader();
  // An error reaches whoever reads `output`.
  feed.closed.catch(() => {});
  output.closed.catch(() => {});

  let waiting: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  let isInputEnded = false;
  const feedPiece = async (): Promise<void> => {
    if (waiting.length === 0) {
      const { done, value } = await input.read();
      if (done) {
        isInputEnded = true;
        return feed.close();
      }
      waiting = value;
    }
    const piece = waiting.subarray(0, pieceBytes);
    waiting = waiting.subarray(pieceBytes);
    return feed.write(piece);
  };

  // What is unpacked may come before the piece is taken: the next pull then waits for that piece.
  let feeding: Promise<void> | null = null;
  const feedOnce = (): Promise<void> => {
    feeding ??= feedPiece().finally(() => {
      feeding = null;
    });
    return feeding;
  };

  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        let hasOutput = false;
        const next = output.read().finally(() => {
          hasOutput = true;
        });
        while (!isInputEnded && !hasOutput) await Promise.race([next, feedOnce()]);
        const { done, value } = await next;
        if (done) controller.close();
        else controller.enqueue(value as Uint8Array<ArrayBuffer>);
      },
      async cancel(reason) {
        await Promise.all([input.cancel(reason), output.cancel(reason)]);
      },
    },
    { highWaterMark: 0 },
  );
}
