import { createHash, createHmac } from 'node:crypto'
import type { ReaderFacts } from './reader-facts.ts'
import type { EventLocation, NumberOf } from './stored-event.ts'

/** A 64-bit number from a keyed hash of a text, so it can't be traced back. */
export const numberFrom = (secret: Buffer, text: string): string =>
  createHmac('sha256', secret).update(text).digest().readBigInt64BE(0).toString()

/** Numbers for visitors in events from the API. Without tracking, a visitor counts again every day. */
export const numbering =
  (salt: Buffer, isTracking: boolean): NumberOf =>
  (at, id) =>
    numberFrom(salt, isTracking ? id : `${at.toISOString().slice(0, 10)} ${id}`)

export const keyOfPlace = ({ url, siteSection, siteSpace, page }: EventLocation): string =>
  keyFrom([url, siteSection, siteSpace, page])

export const keyOfReader = (reader: ReaderFacts): string =>
  keyFrom([
    ...[reader.device, reader.browser, reader.os, reader.language, reader.referrerDomain],
    ...[reader.utmSource, reader.utmMedium, reader.utmCampaign],
  ])

/** A UUID that is equal for equal values. */
const keyFrom = (values: readonly (string | null)[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32)
