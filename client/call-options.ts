// How a function of the client is called, whatever it asks for.

export interface CallOptions {
  /** Ends the call: it rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}
