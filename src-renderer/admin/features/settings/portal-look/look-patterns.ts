import { portalLookOutSchema, portalSettings } from '../../../../../src-server/contract/portal-look';

/** The rules of the server for texts of the look. */
export const PATTERNS = {
  address: new RegExp(portalSettings.portalReturnUrl.pattern),
  font: new RegExp(portalLookOutSchema.properties.customFontFamily.pattern),
  origin: new RegExp(portalSettings.portalFrameAncestors.items.pattern),
};
