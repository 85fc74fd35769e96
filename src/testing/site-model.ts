/** A simple model of the structure of a site, built of arrays. */
export type ModelSpace = { readonly id: string; readonly spaceId: string; readonly path: string }
export type ModelSection = { kind: 'section'; id: string; path: string; spaces: ModelSpace[]; first: string }
export type ModelGroup = { kind: 'group'; id: string; sections: ModelSection[] }
export type SiteModel = {
  root: (ModelSection | ModelGroup)[]
  /** The spaces of a site without sections. */
  rootSpaces: ModelSpace[]
  firstRootSpace: string | null
  firstSection: string | null
}

export const emptyModel = (): SiteModel => ({
  root: [],
  rootSpaces: [],
  firstRootSpace: null,
  firstSection: null,
})

export const sectionsOf = (model: SiteModel): ModelSection[] =>
  model.root.flatMap((item) => (item.kind === 'section' ? [item] : item.sections))

export const groupsOf = (model: SiteModel): ModelGroup[] => model.root.filter((item) => item.kind === 'group')

export const spacesOf = (model: SiteModel): ModelSpace[] =>
  sectionsOf(model).length === 0 ? model.rootSpaces : sectionsOf(model).flatMap(({ spaces }) => spaces)

/** The list that contains a section. */
export const listWith = (model: SiteModel, sectionId: string): (ModelSection | ModelGroup)[] =>
  groupsOf(model).find(({ sections }) => sections.some(({ id }) => id === sectionId))?.sections ?? model.root

export const sectionWith = (model: SiteModel, spaceId: string): ModelSection | undefined =>
  sectionsOf(model).find(({ spaces }) => spaces.some(({ id }) => id === spaceId))

/** Removes an item from a list and returns its former index. */
export function removeItem(list: { id: string }[], id: string): number {
  const index = list.findIndex((item) => item.id === id)
  if (index >= 0) list.splice(index, 1)
  return index
}

/** The new default after the item at `index` was removed: the item now at that index, otherwise the first. */
export const nextDefault = (list: readonly { id: string }[], index: number): string | null =>
  (list[index] ?? list[0])?.id ?? null

/** The structure in the format in which the model and the service are compared. */
export const outlineOf = (model: SiteModel) =>
  sectionsOf(model).length === 0 && groupsOf(model).length === 0
    ? spacesOutline(model.rootSpaces, model.firstRootSpace)
    : model.root.map((item) =>
        item.kind === 'group'
          ? { group: item.id, sections: item.sections.map((one) => sectionOutline(model, one)) }
          : sectionOutline(model, item),
      )

const sectionOutline = (model: SiteModel, { id, path, spaces, first }: ModelSection) => ({
  section: id,
  path,
  default: id === model.firstSection,
  spaces: spacesOutline(spaces, first),
})

const spacesOutline = (spaces: readonly ModelSpace[], first: string | null) =>
  spaces.map(({ id, path }) => ({ id, path, default: id === first }))
