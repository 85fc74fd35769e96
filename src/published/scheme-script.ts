import { createHash } from 'node:crypto'

/**
 * The one inline script of a page: applies the scheme that the reader chose before anything is painted. Pages
 * whose readers cannot choose do not carry it.
 */
export const inlineScript =
  'try{const s=localStorage.getItem("scheme");if(s==="light"||s==="dark")document.documentElement.dataset.scheme=s}catch{}'

/** Its source for `script-src`, quotes included. */
export const inlineScriptHash = `'sha256-${createHash('sha256').update(inlineScript).digest('base64')}'`
