// What a definition finds in its world, and what is asked of it afterwards. Everything that is used later is taken before the
// definition runs, so that it can change only what concerns itself.
(function () {
  'use strict';
  const { parse, stringify } = JSON;
  const { isArray } = Array;
  const { apply } = Reflect;
  const { toString } = Function.prototype;
  const { exec } = RegExp.prototype;
  // A function of one parameter up to the first name of the object that it returns.
  const HEAD = new RegExp('^(?:function\\s*[\\w$]*\\s*)?(?:[\\w$]+|\\(\\s*(?:[\\w$]+|\\{[\\w$\\s,]*\\})\\s*\\))\\s*(?:=>\\s*)?'
      + '(?:\\(\\s*\\{|\\{\\s*return\\s*\\(?\\s*\\{)\\s*');
  const maps = [];
  let key = null;
  let aggregate = null;

  for (const name of ['Graal', 'Polyglot', 'Java', 'Packages', 'java', 'javax', 'com', 'org', 'edu', 'load',
      'loadWithNewGlobal', 'print', 'printErr', 'console', 'performance', 'quit', 'exit', 'read', 'readbuffer',
      'readFully', 'readLine', 'importScriptEngineGlobals', 'SharedArrayBuffer', 'Atomics', 'WebAssembly']) {
    delete globalThis[name];
  }

  function requireFunction(value, what) {
    if (typeof value !== 'function') {
      throw new TypeError(what + ' must be given a function');
    }
    return value;
  }

  globalThis.map = function (collection, f) {
    maps[maps.length] = { collection: String(collection), f: requireFunction(f, 'map(collection, …)') };
  };
  globalThis.groupBy = function (f) {
    key = requireFunction(f, 'groupBy(…)');
    return {
      aggregate(g) {
        aggregate = requireFunction(g, 'aggregate(…)');
      },
    };
  };
  globalThis.getMetadata = (document) => document['@metadata'];
  globalThis.metadataFor = globalThis.getMetadata;
  globalThis.id = (document) => document['@metadata']['@id'];
  for (const name of ['load', 'cmpxchg', 'createField', 'createSpatialField', 'loadAttachment', 'loadVector']) {
    globalThis[name] = () => {
      throw new Error(name + '(…) is not supported: a map sees its own document alone');
    };
  }

  function matches(pattern, text) {
    return apply(exec, pattern, [text]);
  }

  // Says whether all that a function does is to return an object whose names are written in it: then they are in one
  // order each time. What is not surely so is not: the order of members says nothing there.
  function writesNames(f) {
    const source = apply(toString, f, []);
    const head = matches(HEAD, source);
    let at = head === null ? -1 : head[0].length;
    while (at >= 0 && source[at] !== '}') {
      const name = matches(/^\s*(?:'([^'\\]*)'|"([^"\\]*)"|([\w$]+))\s*([:,}])/, source.slice(at));
      if (name === null || matches(/^\s*['"]?(?:__proto__|toJSON)\b/, name[0]) !== null) {
        return false;
      }
      at += name[0].length - (name[4] === ':' ? 0 : 1);
      at = name[4] === ':' ? endOfValue(source, at) : at;
      at += source[at] === ',' ? 1 : 0;
      at += at < 0 ? 0 : matches(/^\s*/, source.slice(at))[0].length;
    }
    return at >= 0 && matches(/^\}\s*\)?\s*;?\s*\}?\s*$/, source.slice(at)) !== null;
  }

  // Returns where a member's value ends, or -1 where that takes more than to count brackets and skip texts.
  function endOfValue(source, from) {
    let open = 0;
    for (let at = from; at < source.length; at++) {
      const c = source[at];
      if (c === '`' || c === '/') {
        return -1;
      }
      if (c === '"' || c === "'") {
        for (at++; source[at] !== c && at < source.length; at++) {
          at += source[at] === '\\' ? 1 : 0;
        }
      } else if (open === 0 && (c === ',' || c === '}')) {
        return at;
      } else {
        open += '([{'.includes(c) ? 1 : ')]}'.includes(c) ? -1 : 0;
      }
    }
    return -1;
  }

  function text(value, what) {
    const json = stringify(value);
    if (json === undefined || json[0] !== '{') {
      throw new TypeError(what + ' must return an object, but it returned ' + (json === undefined ? typeof value : json));
    }
    return json;
  }

  function entry(value) {
    const json = text(value, 'A map');
    const group = stringify(key(parse(json)));
    return (group === undefined ? 'null' : group) + '\n' + json + '\n';
  }

  return {
    collections() {
      let lines = '';
      for (let i = 0; i < maps.length; i++) {
        if (matches(/[\n\r]/, maps[i].collection) !== null) {
          throw new Error('names of collections have no control characters, such as line breaks: leave them out of map('
              + stringify(maps[i].collection) + ', …)');
        }
        lines += maps[i].collection + '\n';
      }
      if (maps.length === 0) {
        throw new Error("a map must call map('Orders', order => …)");
      }
      if (aggregate === null) {
        throw new Error('the reduce must call groupBy(…).aggregate(…)');
      }
      return (writesNames(key) ? 'names' : 'values') + '\n' + lines;
    },
    map(number, json) {
      const found = maps[number].f(parse(json));
      if (found === undefined || found === null) {
        return '';
      }
      if (!isArray(found)) {
        return entry(found);
      }
      let lines = '';
      for (let i = 0; i < found.length; i++) {
        lines += entry(found[i]);
      }
      return lines;
    },
    reduce(group, values) {
      return text(aggregate({ key: parse(group), values: parse(values) }), 'A reduce');
    },
  };
})();
