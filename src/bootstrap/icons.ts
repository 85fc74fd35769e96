import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import type { IconPart } from '../dashboard/lib/create-icon.ts'
import { isDashboardCode } from './direct-imports.ts'

const set = resolve(import.meta.dirname, '../../node_modules/@iconify-json/lucide')
const factory = resolve(import.meta.dirname, '../dashboard/lib/create-icon.ts')
/** Modules that only exist here, one per icon. They are the dashboard's: in a chunk of packages they would need one of its chunks. */
const MODULE = join(import.meta.dirname, '../dashboard/icon-modules/')

/** What every icon of the set has. The component sets it on the image. */
const SHARED =
  / (?:fill="none"|stroke="currentColor"|stroke-linecap="round"|stroke-linejoin="round"|stroke-width="2")/g

type IconSet = {
  readonly icons: Readonly<Record<string, { readonly body: string }>>
  readonly aliases: Readonly<Record<string, { readonly parent: string }>>
}

/**
 * Makes the icons that the dashboard imports from `lucide-react` out of the compact data of the same set. That package has
 * thousands of files, so it is only installed for its types and as what tests compare with. Each icon is a module of its own and
 * comes with the views that show it.
 */
export function icons(): Plugin {
  return {
    name: 'icons',
    enforce: 'pre',
    config: () => ({ optimizeDeps: { exclude: ['lucide-react'] } }),
    resolveId: (id) => {
      // In development, browsers ask for it by a path below the project.
      const file = /[\\/]src[\\/]dashboard[\\/]icon-modules[\\/]([a-z\d-]+\.js)$/.exec(id)?.[1]
      return file === undefined ? null : MODULE + file
    },
    load(id) {
      if (!id.startsWith(MODULE)) return null
      const parts = iconParts(id.slice(MODULE.length, -'.js'.length))
      return `import { createIcon } from ${JSON.stringify(factory)}
export default /* @__PURE__ */ createIcon(${parts.map((part) => JSON.stringify(part)).join(', ')})`
    },
    transform(code, id) {
      if (!isDashboardCode(id)) return null
      return code.replace(/import \{([^}]*)\} from 'lucide-react'/g, (_statement, list: string) =>
        list
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map(importOf)
          .join(';'),
      )
    },
  }
}

function importOf(specifier: string): string {
  const [name = '', local = name] = specifier.split(' as ')
  return `import ${local} from ${JSON.stringify(`${MODULE}${fileName(name)}.js`)}`
}

/** `file-code-2` for `FileCode2`. */
const fileName = (name: string): string => name.replace(/[a-z](?=[A-Z\d])|\d(?=[A-Z])/g, '$&-').toLowerCase()

/** The elements of an icon, by its name in code or in the set. Throws if there is none. */
export function iconParts(name: string): IconPart[] {
  const { icons: shapes, aliases } = iconSet()
  const key = fileName(name)
  const body = (shapes[key] ?? shapes[aliases[key]?.parent ?? ''])?.body
  if (body === undefined) throw new Error(`There is no icon ${name}`)
  return [...body.replace(SHARED, '').matchAll(/<([a-z]+)((?: [a-z\d-]+="[^"]*")*)\/>/g)].map(
    ([, tag = '', attributes = '']) => [
      tag,
      Object.fromEntries(
        [...attributes.matchAll(/ ([a-z\d-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
          key.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
          value,
        ]),
      ),
    ],
  )
}

let loaded: IconSet | undefined

function iconSet(): IconSet {
  loaded ??= JSON.parse(readFileSync(join(set, 'icons.json'), 'utf8')) as IconSet
  return loaded
}
