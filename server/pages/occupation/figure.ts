// A figure as pages and terminals show it: its text with its caution, or the reason for its
// absence. schemas/figure-of.ts decides which figures may be shown. Pages and terminals print
// numbers only through this file.
import { type WithheldReason, areaOf } from '#schemas/codes.ts';
import { type Figure as FigureOf, explanationIn, figureOf } from '#schemas/figure-of.ts';
import type { Withheld, WithheldLegend } from '#schemas/figures.ts';
import type { AdvertChange } from '#schemas/resources/adverts.ts';
import type { Parts } from '#schemas/advert-totals.ts';
import { monthNames } from '#schemas/reference-dates.ts';

interface Measured {
  /** The unit, as `figureOf` names it; null or left out if the figure counts nothing. */
  readonly unit?: string | null;
}

/** A figure that may be shown. `value` is null for a figure that is a word. */
interface ShownFigure extends Measured {
  readonly text: string;
  readonly value: number | null;
  /** A caution to show beside it; null for none. */
  readonly caution: string | null;
}

/** A figure that may not be shown: one headline everywhere, and the reason in a sentence. */
export interface AbsentFigure extends Measured {
  readonly headline: 'No figure';
  readonly why: string;
}

export type Figure = ShownFigure | AbsentFigure;

export type Print = (value: number) => string;

export function isShown(figure: Figure): figure is ShownFigure {
  return 'text' in figure;
}

/** Whether a figure may be shown with a caution only. */
export const isCareful = (figure: Figure | undefined): boolean =>
  figure !== undefined && isShown(figure) && figure.caution !== null;

/** Why a figure or a list is withheld. */
export function absentFigure(
  withheld: Withheld | null,
  answer: { readonly withheldLegend: WithheldLegend },
): AbsentFigure {
  return absentFor(
    withheld?.reason ?? null,
    withheld === null ? null : explanationIn(answer, withheld),
  );
}

function absentFor(reason: WithheldReason | null, explanation: string | null): AbsentFigure {
  return {
    headline: 'No figure',
    why: explanation ?? reason?.replaceAll('-', ' ') ?? 'No figure is published.',
  };
}

const uncertain: AbsentFigure = {
  headline: 'No figure',
  why: 'It is too uncertain to show.',
};

/** A figure of an answer as it may be shown. `print` is called only for one that may be. */
export function toFigure<Value extends number | string>(
  figure: FigureOf<Value>,
  print: (value: Value) => string,
): Figure {
  const { unit } = figure;
  if (figure.value === null) return { ...absentFor(figure.reason, figure.explanation), unit };
  if (!figure.presentable) return { ...uncertain, unit };
  return {
    unit,
    text: print(figure.value),
    value: typeof figure.value === 'number' ? figure.value : null,
    caution: figure.caution,
  };
}

/** The figures of one answer, by their paths. */
export type ReadFigure = (path: string, print?: Print) => Figure;

export const figuresOf =
  (answer: object): ReadFigure =>
  (path, print = number) =>
    toFigure(figureOf(answer, path), print);

/** A figure that is a word, and so is never withheld. */
export const wordFigure = (text: string): Figure => ({ text, value: null, caution: null });

/** The value of a figure that may be shown; null for one that may not. */
export function shownValue(figure: Figure | undefined): number | null {
  return figure !== undefined && isShown(figure) ? figure.value : null;
}

/** Digits with a comma before each three of them, counted from the end. */
function inThousands(digits: string): string {
  const groups = digits.slice(digits.length % 3).match(/\d{3}/g) ?? [];
  return [digits.slice(0, digits.length % 3), ...groups].filter((part) => part !== '').join(',');
}

/** 53,501; −1,200; 0.24. */
export const number: Print = (value) => {
  const [whole = '', part] = String(Math.abs(value)).split('.');
  return `${value < 0 ? '−' : ''}${inThousands(whole)}${part === undefined ? '' : `.${part}`}`;
};
export const percent: Print = (value) => `${number(value)}%`;
/** £53,501, and £23.50 for amounts with pence. */
export const pounds: Print = (value) => {
  const text = number(Math.abs(value));
  return `${value < 0 ? '−' : ''}£${/\.\d$/.test(text) ? `${text}0` : text}`;
};
/** With a plus sign before positive numbers. */
export const signed =
  (print: Print): Print =>
  (value) =>
    `${value > 0 ? '+' : ''}${print(value)}`;

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Texts joined by dots. Empty ones are left out. */
export function joinTexts(...parts: readonly string[]): string {
  return parts.filter((text) => text !== '').join(' · ');
}

/** The area of a figure. It says so if the figure is for a larger area than was asked for. */
export function areaText(area: { readonly slug: string; readonly name: string }, asked: string) {
  if (asked === 'uk' || area.slug === asked) return area.name;
  const larger = area.slug === 'uk' ? 'the UK' : area.name;
  return `No figure for ${areaOf(asked).name}. This is ${larger}.`;
}

/** April 2025, from 2025-04-16 or 2025-04; anything else as it is. */
export function monthText(text: string): string {
  const [, year, month] = /^(\d{4})-(\d\d)/.exec(text) ?? [];
  return year === undefined ? text : `${monthNames[Number(month) - 1] ?? ''} ${year}`;
}

/** "11 of 12 months", for a total of adverts that lacks a part of its year; else empty. */
export function publishedPartsText(suppressed: number, parts: Parts): string {
  const year = parts === 'months' ? 12 : 4;
  return suppressed === 0 ? '' : `${year - suppressed} of ${year} ${parts}`;
}

/**
 * "8,747 to 9,137 over 11 months", for a change of adverts: the totals shown can have other months.
 */
export function advertChangeText(change: AdvertChange | null): string {
  return change === null
    ? ''
    : `${number(change.prior)} to ${number(change.current)} over ${change.months} months`;
}
