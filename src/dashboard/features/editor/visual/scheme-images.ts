import { type LinkContext, resolveImage } from '../../../components/page-text/page-links.ts'
import { element } from './node-fields.ts'

/** The image for light and the one for dark pages; one alone is for both. */
export function schemeImages(light: string, dark: string, place: LinkContext): HTMLImageElement[] {
  const isPair = light !== '' && dark !== ''
  return [
    { address: light, scheme: 'light-only' },
    { address: dark, scheme: 'dark-only' },
  ].flatMap(({ address, scheme }) => {
    const src = address === '' ? undefined : resolveImage(address, place)?.src
    if (src === undefined) return []
    const image = element('img', isPair ? scheme : '')
    image.alt = ''
    image.src = src
    return [image]
  })
}
