package io.mintmark.server.indexes.script;

import io.mintmark.server.indexes.definition.UnsupportedIndexException;

/** Says whether the optional engine for JavaScript is there. */
public final class ScriptEngines {
    private static final String ENGINE = "io.mintmark.javascript.JavaScriptEngine";

    private ScriptEngines() {}

    /**
     * Requires that the engine is there before anything of it is touched.
     *
     * @param index whose definition needs it
     * @throws UnsupportedIndexException if its jar is missing
     */
    public static void require(String index) {
        require(index, ScriptEngines.class.getClassLoader());
    }

    static void require(String index, ClassLoader loader) {
        try {
            Class<?> ignored = Class.forName(ENGINE, false, loader);
        } catch (ClassNotFoundException e) {
            throw new UnsupportedIndexException(
                    "The index '" + index + "' is written in JavaScript, which needs the artifact"
                            + " io.mintmark:mintmark-javascript and what it depends on: put them on the server's class path, or write"
                            + " the index as Aggregation, or in C#.");
        }
    }
}
