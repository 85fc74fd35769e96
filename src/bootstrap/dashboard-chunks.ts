import { resolve } from 'node:path'

type GetModule = (
  id: string,
) => { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null
type Context = { readonly getModuleInfo: GetModule }

const dashboard = resolve(import.meta.dirname, '../dashboard')

/** The views that people open most, by their routes. What only other views need is not in their chunks. */
export const viewRoutes = {
  library: ['_app/o/$orgId/library'],
  structure: ['_app/o/$orgId/sites/$siteId', '_app/o/$orgId/sites/$siteId/structure'],
  page: ['_app/s/$spaceId', '_app/s/$spaceId/_pages', '_app/s/$spaceId/_pages/p.$pageId'],
  members: ['_app/o/$orgId/members/index'],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type ViewName = keyof typeof viewRoutes

/** Packages that forms need. They are imported by the contract, and so by nearly everything, but seldom used. */
const FORM_PACKAGES = /[\\/]node_modules[\\/](zod|react-hook-form|@hookform)[\\/]/
const FORM_FILES = [
  resolve(dashboard, 'components/form.tsx'),
  resolve(dashboard, 'components/fields.tsx'),
  resolve(dashboard, '../contract/shared/values.ts'),
]
/** What opens over a page, with the library it is made with. The frame loads it right after the first view. */
const OVERLAY_FILES = ['overlay-parts.ts', 'dialog.tsx'].map((file) =>
  resolve(dashboard, 'components/ui', file),
)
const isForForms = (id: string): boolean => FORM_PACKAGES.test(id) || FORM_FILES.includes(id)
const isPackage = (id: string): boolean => /[\\/]node_modules[\\/]/.test(id)

/** Everything that a module imports statically, with itself. */
function closureOf(roots: readonly string[], getModule: GetModule): Set<string> {
  const closure = new Set(roots)
  for (const id of closure) {
    if (isForForms(id) && !roots.includes(id)) continue
    for (const imported of getModule(id)?.importedIds ?? []) closure.add(imported)
  }
  return closure
}

/** The modules of the frame and of each view, without those of the frame. */
type Closures = {
  readonly frame: ReadonlySet<string>
  /** Forms and their fields. */
  readonly forms: ReadonlySet<string>
  /** Menus, popovers, tooltips and dialogs. */
  readonly overlays: ReadonlySet<string>
  readonly views: ReadonlyMap<string, ReadonlySet<string>>
}

function closuresOf(getModule: GetModule): Closures {
  const main = resolve(dashboard, 'main.tsx')
  const frame = closureOf([main], getModule)
  const forms = closureOf(FORM_FILES, getModule)
  const overlays = closureOf(OVERLAY_FILES, getModule)
  const lazyParts = [...frame].flatMap((id) => getModule(id)?.dynamicallyImportedIds ?? [])
  const entries = Object.entries(viewRoutes).map(([name, routes]) => {
    const files = routes.map((route) => `${resolve(dashboard, 'routes', route)}.tsx?`)
    const roots = lazyParts.filter((id) => files.some((file) => id.startsWith(file)))
    const own = [...closureOf(roots, getModule)].filter((id) => !frame.has(id) && !roots.includes(id))
    return [name, new Set(own)] as const
  })
  return { frame, forms, overlays, views: new Map(entries) }
}

/**
 * The chunk of a module: one file for packages of the frame and one for its other modules, one for what opens over a
 * page, one for what the library shares with other views, one for what those share, and one per view. Undefined leaves
 * a module to the bundler.
 */
export function dashboardChunks(): (id: string, context: Context) => string | null {
  let closures: Closures | undefined
  return (id, context) => {
    closures ??= closuresOf((module) => context.getModuleInfo(module))
    if (closures.frame.has(id)) return isPackage(id) ? 'vendor' : 'app'
    if (closures.overlays.has(id)) return 'overlays'
    return isForForms(id) ? 'forms' : chunkOfView(id, closures)
  }
}

function chunkOfView(id: string, { views, forms }: Closures): string | null {
  const names = [...views].flatMap(([name, modules]) => (modules.has(id) ? [name] : []))
  const [first] = names
  // The library is opened most, so it loads nothing that only others share.
  const isOfLibrary = names.includes('library')
  // Style sheets of less than a kilobyte, each of which would be a request of its own.
  if (isOfLibrary && id.includes('.module.css')) return 'app'
  if (names.length > 1) return isOfLibrary ? 'views' : 'details'
  if (first === undefined) return forms.has(id) ? 'forms' : null
  return forms.has(id) ? 'views' : `${first}-view`
}
