/** The search params of a list. Those of a filter are texts; one that is undefined is off. */
export type FilterParams = object

export type FilterChoice = { readonly value: string; readonly label: string }

/** A field that a list can be filtered by. Each of its operators is a search param. */
export type FilterField = {
  /** `Last seen` */
  readonly label: string
  readonly operators: readonly { readonly label: string; readonly param: string }[]
} & (
  | { readonly kind: 'choice'; readonly choices: readonly FilterChoice[] }
  | { readonly kind: 'person'; readonly organizationId: string }
  | { readonly kind: 'day' }
)

/** The only operator of most fields. */
export const is = (param: string) => [{ label: 'is', param }]

export type FilterBarProps = {
  readonly fields: readonly FilterField[]
  /** The search params of the list. */
  readonly params: FilterParams
  /** Changes some of them; undefined turns a filter off. */
  readonly onChange: (change: Readonly<Record<string, string | undefined>>) => void
}
