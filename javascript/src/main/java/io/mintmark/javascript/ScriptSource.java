package io.mintmark.javascript;

import java.util.List;

/**
 * The text of an index.
 *
 * @param libraries are loaded first, in this order
 * @param maps each calls {@code map(collection, function)}
 * @param reduce calls {@code groupBy(function).aggregate(function)}
 */
public record ScriptSource(List<String> libraries, List<String> maps, String reduce) {
    /** Copies the lists. */
    public ScriptSource {
        libraries = List.copyOf(libraries);
        maps = List.copyOf(maps);
    }
}
