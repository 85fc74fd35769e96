import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { singleUrlIn } from '../srcset.ts'
import {
  type ElementRenderer,
  encodeUrl,
  isElement,
  propertyText,
  type RenderContext,
  type ResolvedImage,
  withoutBlanks,
} from './context.ts'

const safeData = /^data:image\/(?:png|jpe?g|gif|webp);base64,[a-z0-9+/=]+$/i

export const image: ElementRenderer = (node, context) => renderImage(node, '', context)

/** An image with a source for dark pages; other sources are left out. */
export const picture: ElementRenderer = (node, context) => {
  const [img] = node.children.filter((child) => isElement(child, 'img'))
  return img && isElement(img)
    ? renderImage(img, darkSourceOf(node), context)
    : context.renderAll(node.children)
}

function darkSourceOf(node: Element): string {
  const source = node.children.find(
    (child) =>
      isElement(child, 'source') &&
      /^\(\s*prefers-color-scheme\s*:\s*dark\s*\)$/.test(propertyText(child, 'media').trim()),
  )
  return source && isElement(source) ? singleUrlIn(propertyText(source, 'srcSet')) : ''
}

function renderImage(node: Element, dark: string, context: RenderContext): ElementContent[] {
  const alt = propertyText(node, 'alt')
  const images = schemeImages(
    { light: propertyText(node, 'src'), dark },
    { ...node.properties, alt },
    context,
  )
  if (images.length > 0 || alt === '') return images
  return [h('span', { className: ['image-missing'], title: context.labels.imageMissing }, alt)]
}

interface ImageAttributes {
  alt: string
  width?: Element['properties'][string]
  height?: Element['properties'][string]
  dataSize?: Element['properties'][string]
}

/**
 * An image, or two if there is one for dark pages: the style shows the one for the color scheme of the page, which
 * `picture` cannot, because readers may choose a scheme other than that of their system.
 */
export function schemeImages(
  { light, dark }: { light: string; dark: string },
  attributes: ImageAttributes,
  context: RenderContext,
): Element[] {
  const [lightImage, darkImage] = [resolve(light, context), resolve(dark, context)]
  const only = lightImage ?? darkImage
  if (!only) return []
  const isLine = attributes.dataSize === 'line' ? ['is-line'] : []
  const element = (image: ResolvedImage, className: string[], isLazy: boolean) =>
    h('img', {
      className: className.length > 0 ? className : undefined,
      src: encodeUrl(image.src),
      alt: attributes.alt,
      ...sizeOf(attributes, image),
      loading: isLazy ? 'lazy' : undefined,
      decoding: 'async',
    })
  const isFirst = context.nextNumber('image') === 1
  if (!lightImage || !darkImage || lightImage.src === darkImage.src) return [element(only, isLine, !isFirst)]
  // Browsers load a lazy image only when it is displayed.
  return [
    element(lightImage, ['light-only', ...isLine], true),
    element(darkImage, ['dark-only', ...isLine], true),
  ]
}

function resolve(source: string, { resolveImage }: RenderContext): ResolvedImage | null {
  const url = encodeUrl(source)
  if (url === '') return null
  if (/^data:/i.test(url)) return safeData.test(url) ? { src: url } : null
  return resolveImage ? resolveImage(url) : { src: url }
}

/** An explicit width scales the height proportionally. */
function sizeOf(attributes: ImageAttributes, image: ResolvedImage) {
  const explicitWidth = pixels(attributes.width)
  const { width, height } = image
  if (explicitWidth && width && height)
    return { width: explicitWidth, height: Math.round((height * explicitWidth) / width) }
  if (explicitWidth) return { width: explicitWidth, height: pixels(attributes.height) }
  return { width, height }
}

function pixels(value: ImageAttributes['width']): number | undefined {
  const number = /^(\d{1,5})(?:px)?$/.exec(String(value ?? ''))?.[1]
  return number ? Number(number) : undefined
}

/** A paragraph that contains only an image is a figure, unless the image has the height of a line. */
export function figureOf(paragraph: Element, content: readonly ElementContent[]): Element[] | null {
  const [source, ...others] = withoutBlanks(paragraph.children)
  const isOne = others.length === 0 && content.length > 0 && content.every(containsOnlyImages)
  if (!isOne || !source || content.some(hasLineSize)) return null
  const caption = isElement(source, 'img') ? propertyText(source, 'title') : ''
  return [h('figure', [...content, ...(caption ? [h('figcaption', caption)] : [])])]
}

function containsOnlyImages(node: ElementContent): boolean {
  if (isElement(node, 'img')) return true
  return (
    isElement(node, 'a') &&
    node.children.length > 0 &&
    node.children.every((child) => isElement(child, 'img'))
  )
}

const hasLineSize = (node: ElementContent): boolean =>
  isElement(node) && (propertyText(node, 'className').includes('is-line') || node.children.some(hasLineSize))

/** Block content with an alignment or a frame of its own, and the class for it. */
export const alignmentOf = (node: Element): string[] => {
  const align = propertyText(node, 'align').toLowerCase()
  return align === 'center' ? ['is-center'] : align === 'right' || align === 'end' ? ['is-end'] : []
}

export const figure: ElementRenderer = (node, context) => {
  const [captions, rest] = [
    node.children.filter(isCaption),
    node.children.filter((child) => !isCaption(child)),
  ]
  const caption = captions.flatMap((child) =>
    isElement(child) ? unwrapParagraph(context.renderAll(child.children)) : [],
  )
  const content = withoutBlanks(context.renderAll(rest)).flatMap((child) =>
    isElement(child, 'figure') ? child.children : [child],
  )
  const hasCaption = withoutBlanks(caption).length > 0
  if (content.length === 0 && !hasCaption) return []
  // A caption alone would look like text.
  const children =
    content.length > 0 ? content : [h('span', { className: ['image-missing'] }, context.labels.imageMissing)]
  const className = alignmentOf(node)
  return [
    h('figure', { className: className.length > 0 ? className : undefined }, [
      ...children,
      ...(hasCaption ? [h('figcaption', caption)] : []),
    ]),
  ]
}

const isCaption = (node: ElementContent) => isElement(node, 'figcaption')

/** A single paragraph is unwrapped. */
export function unwrapParagraph(nodes: ElementContent[]): ElementContent[] {
  const content = withoutBlanks(nodes)
  const [only] = content
  return content.length === 1 && isElement(only, 'p') ? only.children : nodes
}
