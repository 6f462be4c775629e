// Sends requests that do not end: each counts as in flight until it hangs up.
import { connect } from 'node:net';

/** Sends the requests, each as if from its own address, and returns a function that ends them. */
export async function occupy(url: string, number: number): Promise<() => void> {
  const { port, hostname } = new URL(url);
  const open = (place: number) =>
    new Promise<() => void>((opened, fail) => {
      const head = `POST /keys HTTP/1.1\r\nHost: ${hostname}\r\n${addressHeader}: 192.0.2.${place}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
      const socket = connect(Number(port), hostname, () => socket.write(head, () => opened(() => void socket.destroy())));
      socket.once('error', fail);
    });
  const hangUp = await Promise.all(Array.from({ length: number }, (_, place) => open(place)));
  return () => hangUp.forEach((end) => end());
}

/** The header with the client's address for the measured service. */
export const addressHeader = 'Bench-Client-Address';
