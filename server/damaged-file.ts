// A stored file that must not be served: its bytes are not those that were published, or they cannot be had.

export class DamagedFile extends Error {
  /** Its place below the data directory. */
  readonly place: string;
  readonly fault: string;
  /** True if there is nothing, so that it may be elsewhere. */
  readonly missing: boolean;

  constructor(place: string, fault: string, missing = false) {
    super(`${place}: ${fault}`);
    this.name = 'DamagedFile';
    this.place = place;
    this.fault = fault;
    this.missing = missing;
  }
}
