/** Texts of the portal by the path of each, in ICU MessageFormat. */
export type PortalTexts = Readonly<Record<string, string>>;
