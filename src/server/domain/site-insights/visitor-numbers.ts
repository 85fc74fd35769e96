import { createHash, createHmac } from 'node:crypto'
import type { ReaderFacts } from './reader-facts.ts'
import type { EventLocation, NumberOf } from './stored-event.ts'

/** A number of 64 bits that is made of a text with a secret; the text cannot be told from it. */
export const numberFrom = (secret: Buffer, text: string): string =>
  createHmac('sha256', secret).update(text).digest().readBigInt64BE(0).toString()

/**
 * The numbers of visitors of whom a program tells. While the site does not recognise returning readers, who comes on
 * two days is two visitors.
 */
export const numbering =
  (salt: Buffer, isRecognising: boolean): NumberOf =>
  (at, id) =>
    numberFrom(salt, isRecognising ? id : `${at.toISOString().slice(0, 10)} ${id}`)

export const keyOfPlace = ({ url, siteSection, siteSpace, page }: EventLocation): string =>
  keyFrom([url, siteSection, siteSpace, page])

export const keyOfReader = (reader: ReaderFacts): string =>
  keyFrom([
    ...[reader.device, reader.browser, reader.os, reader.language, reader.referrerDomain],
    ...[reader.utmSource, reader.utmMedium, reader.utmCampaign],
  ])

/** A uuid that is equal for equal values. */
const keyFrom = (values: readonly (string | null)[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32)
