// Owns the compile peers that give HTML. Those marked "no sanitizer" or "unsafe" do less than is asked; they
// show what the sanitizing costs the others.
import * as commonmark from 'commonmark';
import createPurifier from 'dompurify';
import { JSDOM } from 'jsdom';
import MarkdownIt from 'markdown-it';
import { marked } from 'marked';
import * as md4w from 'md4w';
import { micromark } from 'micromark';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import sanitizeHtml from 'sanitize-html';
import { unified } from 'unified';

await md4w.init();

const TAGS = 'h1 h2 h3 h4 h5 h6 p ul ol li blockquote pre code em strong a img hr br'.split(' ');
const SANITIZE_OPTIONS = {
  allowedTags: TAGS,
  allowedAttributes: { a: ['href', 'title'], img: ['src', 'alt'], code: ['class'], ol: ['start'] },
  allowedSchemes: ['https', 'http', 'mailto'],
};
const PURIFY_OPTIONS = {
  ALLOWED_TAGS: TAGS,
  ALLOWED_ATTR: ['href', 'title', 'src', 'alt', 'class', 'start'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
};

const purifier = createPurifier(new JSDOM('').window);
const markdownIt = new MarkdownIt('commonmark', { html: false });
const commonmarkParser = new commonmark.Parser();
const commonmarkRenderer = new commonmark.HtmlRenderer({ safe: true });
const pipeline = unified()
  .use(remarkParse)
  .use(remarkRehype)
  .use(rehypeSanitize, defaultSchema)
  .use(rehypeStringify)
  .freeze();

/** Source to HTML, by name. */
export const HTML_PEERS = {
  'html: marked + sanitize-html': (source) => sanitizeHtml(marked.parse(source), SANITIZE_OPTIONS),
  'html: marked + DOMPurify': (source) => purifier.sanitize(marked.parse(source), PURIFY_OPTIONS),
  'html: markdown-it + sanitize-html': (source) => sanitizeHtml(markdownIt.render(source), SANITIZE_OPTIONS),
  'html: markdown-it + DOMPurify': (source) => purifier.sanitize(markdownIt.render(source), PURIFY_OPTIONS),
  'html: unified + rehype-sanitize': (source) => String(pipeline.processSync(source)),
  'html: micromark, no sanitizer': (source) => micromark(source),
  'html: commonmark.js safe, no sanitizer': (source) =>
    commonmarkRenderer.render(commonmarkParser.parse(source)),
  'html: markdown-it, no sanitizer': (source) => markdownIt.render(source),
  'html: marked, unsafe': (source) => marked.parse(source),
  'html: md4w (wasm), unsafe': (source) => md4w.mdToHtml(source),
};
