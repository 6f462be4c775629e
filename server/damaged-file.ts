// A stored file that must not be served: its bytes are not those that were published, or they cannot be had.

export class DamagedFile extends Error {
  /** Its place below the data directory. */
  readonly place: string;
  readonly fault: string;

  constructor(place: string, fault: string) {
    super(`${place}: ${fault}`);
    this.name = 'DamagedFile';
    this.place = place;
    this.fault = fault;
  }
}
