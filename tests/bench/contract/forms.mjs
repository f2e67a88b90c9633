// Owns the lexical rules of the peers' contract: what a digest, an identifier, a timestamp or a link looks
// like. The patterns hold with and without the `u` flag, since validators differ in which they use. They are
// one class and a star wherever that is possible: the form that V8 runs fastest, so that no peer loses time
// on its regex.

const CONTROLS = '\\u0000-\\u001f\\u007f-\\u009f';
const CONTROLS_BUT_TAB_AND_LF = '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f';
const BIDI_OVERRIDES = '\\u202a-\\u202e\\u2066-\\u2069';
// White space, controls and format characters of the Basic Multilingual Plane.
const NOT_IN_IDENTIFIERS =
  `\\s\\u0085${CONTROLS}\\u00ad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u08e2\\u180e` +
  `\\u200b-\\u200f${BIDI_OVERRIDES}\\u2060-\\u2065\\u206a-\\u206f\\ufeff\\ufff9-\\ufffb`;

const HOST = '[a-z0-9_-]+(?:\\.[a-z0-9_-]+)*';
const ESCAPE = '%[0-9A-F]{2}';
const PATH = `(?:/(?!(?:\\.|%2[Ee]){1,2}(?:[/?#]|$))(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|${ESCAPE})*)+`;
const QUERY = `(?:\\?(?:[A-Za-z0-9._~!$&()*+,;=:@/?-]|${ESCAPE})*)?`;
const FRAGMENT = `(?:#(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|${ESCAPE})*)?`;
const WEB_LINK = `https?://${HOST}(?::[1-9][0-9]{0,4})?${PATH}${QUERY}${FRAGMENT}`;
const MAIL_LINK = `mailto:[A-Za-z0-9._+-]+@${HOST}${QUERY}`;

/**
 * Forms of text by name. `plain`: whatever matches stands in JSON as it is, without any escape, which lets
 * the schema-compiled writer of stack E skip its search for characters to escape.
 */
export const FORMS = {
  digest: { pattern: '^sha256:[0-9a-f]{64}$', plain: true },
  timestamp: {
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?(?:Z|[+-]\\d{2}:\\d{2})$',
    plain: true,
  },
  token: { pattern: '^[a-z][a-z0-9_-]{0,63}$', plain: true },
  capability: { pattern: '^[a-z][a-z0-9_-]*(?:\\.[a-z][a-z0-9_-]*)+$', plain: true },
  requirement: { pattern: '^(?:layout:[a-z_]+|node:[A-Za-z]+|actions|history|audit)$', plain: true },
  language: { pattern: '^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$', plain: true },
  mediaType: { pattern: '^[a-z]+/[a-z0-9.+-]+$', plain: true },
  webLink: { pattern: `^${WEB_LINK}$`, plain: true },
  link: { pattern: `^(?:${WEB_LINK}|${MAIL_LINK})$`, plain: true },
  identifier: { pattern: `^[^${NOT_IN_IDENTIFIERS}]*$` },
  short: { pattern: `^[^${CONTROLS}${BIDI_OVERRIDES}]*$` },
  long: { pattern: `^[^${CONTROLS_BUT_TAB_AND_LF}]*$` },
};
