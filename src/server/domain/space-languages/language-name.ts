/** The name of a language in that language, such as `Deutsch` or `Français`. */
export function nativeLanguageName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
