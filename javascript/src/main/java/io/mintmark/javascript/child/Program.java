package io.mintmark.javascript.child;

import java.util.List;
import org.graalvm.polyglot.Source;

/** The text of an index, parsed once for all contexts. */
final class Program {
    private final List<Source> libraries;
    private final List<Source> maps;
    private final Source reduce;

    Program(List<String> libraries, List<String> maps, String reduce) {
        this.libraries = libraries.stream().map(text -> source("library", text)).toList();
        this.maps = maps.stream().map(text -> source("map", text)).toList();
        this.reduce = source("reduce", reduce);
    }

    private static Source source(String name, String text) {
        return Source.newBuilder("js", text, name).cached(true).buildLiteral();
    }

    List<Source> libraries() {
        return libraries;
    }

    List<Source> maps() {
        return maps;
    }

    Source reduce() {
        return reduce;
    }
}
