// What a definition finds in its world, and what is asked of it afterwards. Everything that is used later is taken before the
// definition runs, so that it can change only what concerns itself.
(function () {
  'use strict';
  const { parse, stringify } = JSON;
  const { isArray } = Array;
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
        lines += maps[i].collection + '\n';
      }
      if (maps.length === 0) {
        throw new Error("a map must call map('Orders', order => …)");
      }
      if (aggregate === null) {
        throw new Error('the reduce must call groupBy(…).aggregate(…)');
      }
      return lines;
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
