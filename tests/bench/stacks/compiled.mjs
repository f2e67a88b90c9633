// Owns stack E's canonical writer: JavaScript generated from a shape, with members in their final order and
// no search for escapes where a form rules them out. Nobody publishes this; it marks what JavaScript could
// reach.
import { DEFINITIONS } from '../contract/envelope.mjs';
import { FORMS } from '../contract/forms.mjs';
import { quote, writeAny } from './writer.mjs';

/**
 * A canonical writer for values that the record `shape` has already accepted.
 * @param {string} omitted the member of the record that is left out
 */
export function compileWriter(shape, omitted) {
  const members = Object.fromEntries(Object.entries(shape.members).filter(([name]) => name !== omitted));
  const compiler = new Compiler();
  const entry = compiler.functionFor({ ...shape, members });
  return new Function('quote', 'writeAny', `${compiler.functions.join('\n')}\nreturn ${entry};`)(
    quote,
    writeAny,
  );
}

class Compiler {
  functions = [];
  #names = new Map();

  // The name of the function that writes a shape. It is known before its body is made: shapes may be
  // recursive.
  functionFor(shape) {
    const known = this.#names.get(shape);
    if (known !== undefined) return known;
    const name = `write${this.#names.size}`;
    this.#names.set(shape, name);
    const slot = this.functions.push('') - 1;
    this.functions[slot] = `function ${name}(v){${this.#body(shape)}}`;
    return name;
  }

  #body(shape) {
    if (shape.is === 'record') return this.#recordBody(shape);
    if (shape.is === 'list') {
      const entry = this.#expression(shape.of, 'v[i]');
      return `let t='[';for(let i=0;i<v.length;i++)t+=(i===0?'':',')+${entry};return t+']'`;
    }
    if (shape.is === 'variants') {
      const branches = shape.of.map(
        (inner) => `case ${JSON.stringify(inner.members.type.value)}:return ${this.functionFor(inner)}(v);`,
      );
      return `switch(v.type){${branches.join('')}}`;
    }
    throw new Error(`no function for ${shape.is}`);
  }

  // Once a required member is written, every later one follows a comma; before that, it has to look.
  #recordBody({ members }) {
    let code = "let t='{';";
    let following = false;
    for (const name of Object.keys(members).sort()) {
      const shape = members[name];
      const label = `${JSON.stringify(name)}:`;
      const lead = following ? `',${label}'` : `(t.length>1?',':'')+'${label}'`;
      const write = `t+=${lead}+${this.#expression(shape, `v.${name}`)};`;
      code += shape.optional ? `if(v.${name}!==undefined)${write}` : write;
      following ||= !shape.optional;
    }
    return `${code}return t+'}'`;
  }

  #expression(shape, value) {
    switch (shape.is) {
      case 'exactly':
        return JSON.stringify(JSON.stringify(shape.value));
      case 'choice':
        return `'"'+${value}+'"'`;
      case 'text':
        return FORMS[shape.form].plain ? `'"'+${value}+'"'` : `quote(${value})`;
      case 'integer':
        return `(${value}===0?'0':''+${value})`;
      case 'flag':
        return value;
      case 'map':
        return `writeAny(${value})`;
      case 'named':
        return `${this.functionFor(DEFINITIONS[shape.name])}(${value})`;
      default:
        return `${this.functionFor(shape)}(${value})`;
    }
  }
}
