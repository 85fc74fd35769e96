import { z } from 'zod'

const email = z.email().max(254)

/**
 * The e-mail addresses in what was typed or pasted, separated by commas, semicolons, spaces or lines. Of addresses
 * as mail programs copy them, `Ada Sand <ada@example.org>`, the names are left out.
 */
export function parseEmails(text: string): string[] {
  const parts = text.split(/[\s,;]+/).map((part) => part.replace(/^[<"'(]+|[>"').]+$/g, ''))
  const isNamed = /<[^<>@\s]+@[^<>\s]+>/.test(text)
  const found = parts.filter((part) => part !== '' && (!isNamed || part.includes('@')))
  return withoutDuplicates(found)
}

/** The first of those that are the same but for capitals. */
export function withoutDuplicates(addresses: readonly string[]): string[] {
  return [...new Map(addresses.toReversed().map((one) => [one.toLowerCase(), one])).values()].toReversed()
}

/** What is wrong with an address, as the end of a sentence about it; undefined when nothing is. */
export function emailError(address: string): string | undefined {
  if (email.safeParse(address).success) return undefined
  if (address.length > 254) return 'is too long'
  const [name, domain, ...more] = address.split('@')
  if (domain === undefined) return 'has no @'
  if (!name || more.length > 0) return 'is not an e-mail address'
  return domain.includes('.') ? 'is not an e-mail address' : 'has no domain ending'
}

/** Whether a text is meant as addresses rather than as a name to look for. */
export const hasAddress = (text: string): boolean => text.includes('@')
