// The sentence at the top of an occupation's page, from figures that may be shown. No figure, no
// sentence.
import { headlineIn, headlineOf } from '#schemas/selections/headlines.ts';
import type { PayResponse } from '#schemas/resources/pay.ts';
import { type PageAnswers, annual } from './answers.ts';
import { percent, pounds } from './figure.ts';

export function leadSentences(answers: PageAnswers): string {
  return [payOf(answers), growthOf(answers)].filter((sentence) => sentence !== '').join(' ');
}

function payOf({ fullTimePay, annualPay }: PageAnswers): string {
  const isAnnual = 'answer' in fullTimePay && fullTimePay.answer.measure === annual;
  return (
    (isAnnual ? halfEarnMore(fullTimePay.answer, 'full-time employees') : '') ||
    ('answer' in annualPay ? halfEarnMore(annualPay.answer, 'employees, part-time included,') : '')
  );
}

function halfEarnMore(pay: PayResponse, who: string): string {
  const { value, presentable, caution } = headlineIn(headlineOf('annual_pay_median'), pay);
  if (typeof value !== 'number' || !presentable) return '';
  const area = pay.area.slug === 'uk' ? 'UK' : pay.area.name;
  const about = [
    pay.referencePeriod,
    area,
    ...(pay.provisional ? ['provisional'] : []),
    ...(caution === null ? [] : ['use with caution']),
  ];
  return (
    `Half of ${who} in this work earn more than ${pounds(value)} a year ` + `(${about.join(', ')}).`
  );
}

function growthOf({ projections }: PageAnswers): string {
  if ('missing' in projections) return '';
  const { answer } = projections;
  const { value, presentable } = headlineIn(headlineOf('projected_change'), answer);
  if (typeof value !== 'number' || !presentable) return '';
  const size = percent(Math.abs(value));
  const direction = value < 0 ? 'fewer' : 'more';
  const change = `${size} ${direction}`;
  const { baseYear, targetYear } = answer.outlook;
  const area = answer.area.slug === 'uk' ? 'the UK' : answer.area.name;
  return (
    `Projections for ${area} show ${change} jobs in the whole group ` +
    `“${answer.group.title}” from ${baseYear} to ${targetYear}.`
  );
}
