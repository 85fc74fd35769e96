/** Formats dates in a language with Latin digits, and days before months in English: `14 October 2026`. */
export const dateFormat = (
  locale: string,
  dateStyle: NonNullable<Intl.DateTimeFormatOptions['dateStyle']>,
): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : `${locale}-u-nu-latn`, { dateStyle, timeZone: 'UTC' })
