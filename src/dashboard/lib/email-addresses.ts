import { z } from 'zod'

const email = z.email().max(254)

/**
 * The email addresses in a typed or pasted text, separated by commas, semicolons, spaces or lines. The names in
 * `Ada Sand <ada@example.org>`, as email programs copy it, are dropped, and so is the `mailto:` of a copied link.
 */
export function parseEmails(text: string): string[] {
  const parts = text.split(/[\s,;]+/).map((part) => part.replace(/^[<"'(]*(?:mailto:)?|[>"').]+$/gi, ''))
  const isNamed = /<[^<>@\s]+@[^<>\s]+>/.test(text)
  const addresses = parts.filter((part) => part !== '' && (!isNamed || part.includes('@')))
  return withoutDuplicates(addresses)
}

/** Without addresses that differ only in case from an earlier one. */
export function withoutDuplicates(addresses: readonly string[]): string[] {
  return [...new Map(addresses.toReversed().map((one) => [one.toLowerCase(), one])).values()].toReversed()
}

/** What is wrong with an address, as the end of a sentence about it; undefined if it is valid. */
export function emailError(address: string): string | undefined {
  if (email.safeParse(address).success) return undefined
  if (address.length > 254) return 'is too long'
  const [name, domain, ...more] = address.split('@')
  if (domain === undefined) return 'has no @'
  if (!name || more.length > 0) return 'is not an email address'
  return domain.includes('.') ? 'is not an email address' : 'has no domain ending'
}

/** Extracts the domain from what people type: `@Example.org`, `https://example.org/`. */
export const tidyDomain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^(https?:\/\/|.*@)/, '')
    .replace(/\/.*$/, '')

/** Whether a text is meant as addresses rather than as a name to look for. */
export const hasAddress = (text: string): boolean => text.includes('@')
