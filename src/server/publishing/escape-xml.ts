/** Escapes text for XML content and attributes. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/[^\P{Cc}\t\n\r]/gu, '')
