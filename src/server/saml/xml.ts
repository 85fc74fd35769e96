import { XMLParser } from 'fast-xml-parser'

/** A document that cannot be used; the message says why. */
export class SamlError extends Error {
  override readonly name = 'SamlError'
}

/** An element: attributes begin with `@`, children are always lists, and text is `#text`. */
export type Element = { readonly [name: string]: unknown }

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  alwaysCreateTextNode: true,
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
})

/**
 * The root element of a document, without the prefixes of namespaces.
 * @throws {SamlError} if it is not XML, or declares entities
 */
export function parseXml(text: string): Element {
  if (/^\s*<(!doctype )?html/i.test(text)) throw new SamlError('This is a web page instead of XML')
  // Entities of a document type can read files and exhaust memory; SAML has none.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new SamlError('The XML has a document type declaration')
  try {
    return parser.parse(text.trim(), true) as Element
  } catch {
    throw new SamlError('This is not valid XML')
  }
}

/** The child elements with a name. */
export const children = (element: Element | undefined, name: string): readonly Element[] => {
  const value = element?.[name]
  return Array.isArray(value) ? value.filter((child) => typeof child === 'object' && child !== null) : []
}

/** All elements with a name below an element, in their order. */
export function descendants(element: Element, name: string): readonly Element[] {
  return Object.keys(element).flatMap((key) =>
    children(element, key).flatMap((child) =>
      key === name ? [child, ...descendants(child, name)] : descendants(child, name),
    ),
  )
}

export function attribute(element: Element | undefined, name: string): string | undefined {
  const value = element?.[`@${name}`]
  return typeof value === 'string' ? value : undefined
}

export function textOf(element: Element | undefined): string {
  const value = element?.['#text']
  return typeof value === 'string' ? value.trim() : ''
}
