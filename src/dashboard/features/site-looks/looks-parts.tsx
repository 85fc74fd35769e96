import { useWatch } from 'react-hook-form'
import { EmojiField } from '../../components/fields.tsx'
import type { SiteParts } from '../../components/site-target/site-parts.ts'
import { ColorField } from './color-field.tsx'
import { FooterGroups, HeaderLinks } from './link-fields.tsx'
import { AnnouncementTarget, PageActions, SocialAccounts } from './list-fields.tsx'
import { Look } from './looks-context.tsx'
import { ownFont } from './looks-values.ts'
import * as is from './looks-words.ts'
import { choicesOf, LookChoice, LookPictures, LookSwitch, LookText } from './plain-fields.tsx'

export const partNames = {
  colours: 'Theme and colours',
  type: 'Type and code',
  header: 'Header',
  footer: 'Footer',
  announcement: 'Announcement',
  pictures: 'Title and pictures',
  pages: 'Pages',
  reading: 'Language and privacy',
} as const
export type PartName = keyof typeof partNames

/** The members of one part of the looks. */
export function LooksPart({ part, parts }: { part: PartName; parts: SiteParts }) {
  switch (part) {
    case 'colours':
      return <Colours />
    case 'type':
      return <Type />
    case 'header':
      return (
        <>
          <HeaderLinks parts={parts} />
          <LookChoice name="styling/search" label="Search" choices={choicesOf(is.searchWords)} />
        </>
      )
    case 'footer':
      return (
        <>
          <LookPictures name="footer/logo" label="Logo in the footer" />
          <FooterGroups parts={parts} />
          <LookText name="footer/copyright" label="Copyright" />
          <SocialAccounts />
          <LookSwitch
            name="trademark/enabled"
            label="Made with Lectern"
            help="A small mark at the end of the footer."
          />
        </>
      )
    case 'announcement':
      return <Announcement parts={parts} />
    case 'pictures':
      return <Pictures />
    case 'pages':
      return <Pages />
    case 'reading':
      return <Reading />
  }
}

const Colours = () => (
  <>
    <LookChoice name="styling/theme" label="Theme" choices={choicesOf(is.themeWords)} />
    <ColorField name="styling/primaryColor" label="Primary" />
    <ColorField name="styling/tint/color" label="Tint" isOptional />
    <ColorField name="styling/infoColor" label="Information" />
    <ColorField name="styling/successColor" label="Success" />
    <ColorField name="styling/warningColor" label="Warning" />
    <ColorField name="styling/dangerColor" label="Danger" />
    <LookChoice name="styling/corners" label="Corners" choices={choicesOf(is.cornerWords)} />
    <LookChoice name="styling/depth" label="Depth" choices={choicesOf(is.depthWords)} />
    <LookChoice name="styling/links" label="Links" choices={choicesOf(is.linkWords)} />
    <LookChoice
      name="styling/sidebar/background"
      label="Ground of the page tree"
      choices={choicesOf(is.groundWords)}
    />
    <LookChoice name="styling/sidebar/list" label="Mark in the page tree" choices={choicesOf(is.listWords)} />
    <LookChoice name="themes/default" label="Scheme" choices={choicesOf(is.schemeWords)} />
    <LookSwitch name="themes/toggeable" label="Readers may change the scheme" />
  </>
)

const own = { value: ownFont, label: 'A font of its own' }

function Type() {
  const font: unknown = useWatch({ name: 'styling/font' })
  const heading: unknown = useWatch({ name: 'styling/headingFont' })
  const code: unknown = useWatch({ name: 'styling/monospaceFont' })
  const withOwn = (value: unknown) => (value === ownFont ? [own] : [])
  return (
    <>
      <LookChoice name="styling/font" label="Font" choices={[...is.fontChoices, ...withOwn(font)]} />
      <LookChoice
        name="styling/headingFont"
        label="Font of headings"
        choices={[{ value: '', label: 'The same' }, ...is.fontChoices, ...withOwn(heading)]}
      />
      <LookChoice
        name="styling/monospaceFont"
        label="Font of code"
        choices={[...is.monospaceChoices, ...withOwn(code)]}
      />
      <LookChoice
        name="styling/codeTheme/default/light"
        label="Code on light pages"
        choices={is.codeThemeChoices}
      />
      <LookChoice
        name="styling/codeTheme/default/dark"
        label="Code on dark pages"
        choices={is.codeThemeChoices}
        help="Open a page with code in the preview to see it."
      />
    </>
  )
}

const Announcement = ({ parts }: { parts: SiteParts }) => (
  <>
    <LookSwitch name="announcement/enabled" label="Show an announcement above the header" />
    <LookText name="announcement/message" label="Message" />
    <LookChoice name="announcement/style" label="Tone" choices={choicesOf(is.toneWords)} />
    <LookText name="announcement/link/title" label="Words of its link" />
    <AnnouncementTarget parts={parts} />
  </>
)

const Pictures = () => (
  <>
    <LookText name="title" label="Title in the header" help="The title of the site unless given." />
    <LookPictures name="header/logo" label="Logo" help="Stands before the title. The address of a picture." />
    <Look names={['favicon/emoji']} label="Icon">
      <EmojiField name="favicon/emoji" label="Icon in the browser’s tab" isOptional />
    </Look>
    <LookPictures name="favicon/icon" label="Icon as a picture" help="In place of the emoji." />
    <LookText
      name="socialPreview/url"
      label="Picture for shared links"
      type="url"
      help="Shown where a page is shared."
    />
  </>
)

const Pages = () => (
  <>
    <PageActions />
    <LookSwitch name="pagination/enabled" label="Page before and page after" />
    <LookSwitch name="feedback/enabled" label="Ask whether a page was helpful" />
    <LookSwitch name="git/showEditLink" label="Link for editing a page" />
    <LookSwitch name="pdf/enabled" label="Download as PDF" />
    <LookChoice
      name="externalLinks/target"
      label="Links to elsewhere open"
      choices={choicesOf(is.targetWords)}
    />
  </>
)

const Reading = () => (
  <>
    <LookChoice
      name="internationalization/locale"
      label="Language around the text"
      choices={is.localeChoices}
      help="Of search, headings and buttons."
    />
    <LookText name="privacyPolicy/url" label="Privacy policy" type="url" />
    <LookSwitch name="insights/trackingCookie" label="Recognise returning readers by a cookie" />
  </>
)
