package io.mintmark.storage.engine;

import io.mintmark.MintmarkException;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The engines that are on the class path, by the schemes of their URLs. Stateless. */
public final class StorageEngines {
    /** What the scheme of a URL can be; the rest may hold a password and is never shown. */
    private static final Pattern SCHEME = Pattern.compile("(?:jdbc:)?[A-Za-z][A-Za-z0-9+.-]*:");

    private StorageEngines() {}

    /**
     * Returns the engine of a URL.
     *
     * @throws MintmarkException if none has its scheme; the message names it, and those that are known
     */
    public static EngineProvider of(String url) {
        return all().stream()
                .filter(engine -> url.startsWith(engine.scheme()))
                .findFirst()
                .orElseThrow(() -> {
                    Matcher scheme = SCHEME.matcher(url);
                    return new MintmarkException("The URL of a store " + rule() + ", but begins with "
                            + (scheme.lookingAt() ? '\'' + scheme.group() + '\'' : "no scheme") + ": give " + example()
                            + ", or put the engine that you mean beside the server.");
                });
    }

    /** Returns whether a store could have that URL: an engine has its scheme, and is none of data directories. */
    public static boolean isStore(String url) {
        return ofStores().stream()
                .anyMatch(engine -> url.startsWith(engine.scheme())
                        && url.length() > engine.scheme().length());
    }

    /** Returns the rule for URLs of stores, as it goes on after what names one; it names all schemes. */
    public static String rule() {
        return ofStores().stream()
                .map(EngineProvider::scheme)
                .collect(Collectors.joining(
                        ", ", "must begin with the scheme of an engine that is here (", ") and go on"));
    }

    /** Returns such a URL, for messages. */
    public static String example() {
        return ofStores().stream().map(EngineProvider::example).collect(Collectors.joining(" or "));
    }

    /** Returns whether a directory has databases of its own. */
    public static boolean areIn(Path directory) {
        return all().stream().anyMatch(engine -> engine.isIn(directory));
    }

    /**
     * Returns what keeps journals of nodes.
     *
     * @throws MintmarkException if no engine that is here does
     */
    public static EngineProvider.Journals journals() {
        return all().stream()
                .flatMap(engine -> engine.journals().stream())
                .findFirst()
                .orElseThrow(() -> new MintmarkException("No engine that is here keeps journals of nodes: put the one"
                        + " for data directories beside the server."));
    }

    private static List<EngineProvider> ofStores() {
        return all().stream().filter(engine -> !engine.isDirectory()).toList();
    }

    /** Found by the loader that found this class, whatever a program that embeds the server set for its threads. */
    private static List<EngineProvider> all() {
        return ServiceLoader.load(EngineProvider.class, StorageEngines.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }
}
