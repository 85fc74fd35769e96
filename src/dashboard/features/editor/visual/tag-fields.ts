import { attributeText, controls, setValue, textField } from './node-fields.ts'

type Field = { readonly name: string; readonly label: string; readonly placeholder: string }

/** The attributes that people edit most, of blocks that are a tag. */
const fieldsByTag: Readonly<Record<string, readonly Field[]>> = {
  embed: [{ name: 'url', label: 'Address to embed', placeholder: 'https://' }],
  'content-ref': [{ name: 'url', label: 'Page or address', placeholder: '/page.md or https://' }],
  file: [{ name: 'src', label: 'File', placeholder: '/files/… or https://' }],
}

const OPENING = /^\{%-?\s*([\w-]+)((?:\s+[\w-]+="[^"]*")*)\s*-?%\}/

/** Where the value of an attribute is in the source of a tag; null if the tag doesn’t have it. */
export function attributeIn(
  source: string,
  name: string,
): { readonly from: number; readonly to: number } | null {
  const opening = OPENING.exec(source)
  if (opening === null) return null
  const [whole, tag = '', attributes = ''] = opening
  const match = new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)
  if (match === null) return null
  const start = whole.indexOf(tag) + tag.length
  const {
    index,
    0: { length },
    1: value = '',
  } = match
  const to = start + index + length - 1
  return { from: to - value.length, to }
}

/** The source with another value of an attribute. */
export function withAttribute(source: string, name: string, value: string): string {
  const range = attributeIn(source, name)
  return range === null ? source : source.slice(0, range.from) + attributeText(value) + source.slice(range.to)
}

/** Fields for the attributes of a tag, so that its source is not needed. */
export function createTagFields(onChange: (change: (source: string) => string) => void) {
  let shown = ''
  let inputs: { readonly name: string; readonly input: HTMLInputElement }[] = []
  const dom = controls([], 'visual-controls visual-tag-fields')
  return {
    dom,
    show: (source: string) => {
      const tag = OPENING.exec(source)?.[1] ?? ''
      if (tag !== shown) {
        shown = tag
        const fields = (Object.hasOwn(fieldsByTag, tag) ? fieldsByTag[tag] : undefined) ?? []
        inputs = fields.map(({ name, label, placeholder }) => ({
          name,
          input: textField({
            label,
            placeholder,
            onChange: (value) => onChange((current) => withAttribute(current, name, value)),
          }),
        }))
        dom.replaceChildren(...inputs.map(({ input }) => input))
      }
      for (const { name, input } of inputs) {
        const range = attributeIn(source, name)
        input.hidden = range === null
        if (range !== null) setValue(input, source.slice(range.from, range.to))
      }
    },
  }
}
