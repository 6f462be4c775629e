/** Thrown by work that was begun or waiting when the run was stopped. */
export class StoppedError extends Error {
  constructor() {
    super('the run was stopped');
  }
}
