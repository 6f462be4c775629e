// How much of a run is done, for a terminal.

/** Work in equal parts. `done` counts a part that is begun by what is done of it. `what` names the parts: "releases". */
export interface Work {
  readonly done: number;
  readonly of: number;
  readonly what: string;
}

/** Shows what is being done, and how much of the whole work is done, if that is known. */
export type ShowProgress = (doing: string, work?: Work) => void;

// Reading, examining and writing take about as long.
const steps = { reading: 0, examining: 1 / 3, writing: 2 / 3 };

/** Counts the releases of a run. */
export class RunProgress {
  readonly #show: ShowProgress;
  #of: number;
  #begun = 0;

  /** `releases`: how many are given. Editions that must be made again come on top, and nobody knows before how many. */
  constructor(show: ShowProgress, releases: number) {
    this.#show = show;
    this.#of = releases;
  }

  /** `place` names the release. Reading begins a release. */
  show(place: string, step: keyof typeof steps): void {
    if (step === 'reading') this.#begun += 1;
    this.#of = Math.max(this.#of, this.#begun);
    const done = Math.max(0, this.#begun - 1 + steps[step]);
    this.#show(`${place}: ${step === 'writing' ? 'writing documents' : step}`, { done, of: this.#of, what: 'releases' });
  }

  /** What is done after the last release. */
  last(doing: string): void {
    this.#show(doing, { done: this.#of, of: this.#of, what: 'releases' });
  }
}
