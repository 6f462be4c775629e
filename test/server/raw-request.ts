// Requests as no well-behaved client sends them: bytes on a socket, and whatever comes back.
import { connect } from 'node:net';

export interface RawAnswer {
  /** 0 where the server hung up without a word. */
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Sends the bytes and reads what comes until the server closes, at most for `withinMilliseconds`. */
export function sendRaw(url: string, bytes: string, withinMilliseconds = 5000): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((answered, failed) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    const timer = setTimeout(() => socket.destroy(), withinMilliseconds);
    socket.setEncoding('latin1').on('data', (chunk) => (text += chunk));
    socket.once('close', () => {
      clearTimeout(timer);
      const [head = '', ...rest] = text.split('\r\n\r\n');
      answered({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body: rest.join('\r\n\r\n') });
    });
    // A server that has refused need not read what is still on its way.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') failed(error);
    });
    socket.write(bytes, 'latin1');
  });
}

/** A request of one line and some headers, after which the connection is to be closed. */
export function lines(...all: string[]): string {
  return [...all, 'Connection: close', '', ''].join('\r\n');
}
