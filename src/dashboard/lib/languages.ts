import { translationLanguages } from '#contract/translations.ts'

const english = new Intl.DisplayNames(['en'], { type: 'language' })

/** The English name of a language: `German`, `Brazilian Portuguese`. */
export const languageName = (language: string): string => english.of(language) ?? language

/** All languages that content can be written in, by their English names. */
export const languages: readonly { readonly id: string; readonly title: string }[] = translationLanguages
  .map((id) => ({ id, title: languageName(id) }))
  .sort((a, b) => a.title.localeCompare(b.title, 'en'))

/** The same as choices of a select. */
export const languageChoices = languages.map(({ id, title }) => ({ value: id, label: title }))
