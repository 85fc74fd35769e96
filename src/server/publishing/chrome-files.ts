import { customizationFor, linkedReferences } from './customization.ts'
import type { BaseVisit } from './visit.ts'

/** Whether the header, footer or announcement of a site shows a file, or links to it where the visitor sees it. */
export function isInSiteChrome({ state: { shape } }: Pick<BaseVisit, 'state'>, fileId: string): boolean {
  const all = [
    shape.customizations.site,
    ...shape.structure.siteSpaces.map(({ id }) => customizationFor(shape.customizations, id)),
  ]
  const visible = all.map((customization) => ({
    ...customization,
    header: {
      ...customization.header,
      links: customization.header.links.filter(({ condition }) => shape.shows(condition)),
    },
  }))
  return visible.flatMap(linkedReferences).some((one) => one.kind === 'file' && one.file === fileId)
}
