// Requests as no well-behaved client sends them: bytes on a socket, and whatever comes back.
import { connect } from 'node:net';

export interface RawAnswer {
  /** 0 where the server hung up without a word. */
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/**
 * Sends the bytes and reads one answer: until it is whole, or the server closes, or for as long as
 * `withinMilliseconds`.
 */
export function sendRaw(url: string, bytes: string, withinMilliseconds = 5000): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((answered, failed) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    const received = (): RawAnswer => {
      const text = Buffer.concat(chunks).toString('latin1');
      const [head = '', ...rest] = text.split('\r\n\r\n');
      return {
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
        head,
        body: rest.join('\r\n\r\n'),
      };
    };
    const end = (): void => {
      clearTimeout(timer);
      socket.destroy();
      answered(received());
    };
    const timer = setTimeout(end, withinMilliseconds);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const { head, body } = received();
      const length = /^content-length: (\d+)/im.exec(head)?.[1];
      if (
        /^HTTP\/1\.1 [23]04/.test(head) || bytes.startsWith('HEAD')
          ? body === '' && /\r\n\r\n$/.test(Buffer.concat(chunks).toString('latin1'))
          : length !== undefined && body.length >= Number(length)
      )
        end();
    });
    socket.once('close', end);
    // A server that has refused need not read what is still on its way.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? end() : failed(error),
    );
    socket.write(bytes, 'latin1');
  });
}

/** A request of one line and some headers, after which the connection is to be closed. */
export function lines(...all: string[]): string {
  return [...all, 'Connection: close', '', ''].join('\r\n');
}
