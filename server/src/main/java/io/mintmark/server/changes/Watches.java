package io.mintmark.server.changes;

import io.mintmark.MintmarkException;
import io.mintmark.document.KeyForm;
import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.web.http.ApiException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What one connection watches. Thread-safe.
 *
 * <p>To watch something twice is to watch it once; one command ends that.
 */
final class Watches {
    /** How many documents, prefixes, collections and operations one connection may name. */
    static final int NAMED_MAX = 1_024;

    /** As long as the longest id. */
    private static final int PARAM_BYTES_MAX = 512;

    /** What one named watch costs in memory, at least. */
    private static final int BYTES_EACH = 128;

    private static final String UNWATCH = "un";

    /** Commands for what this server does not have; each has its {@code unwatch} beside it. */
    private static final Map<String, String> REFUSED = Map.of(
            "watch-counters", "Counters",
            "watch-counter", "Counters",
            "watch-document-counters", "Counters",
            "watch-document-counter", "Counters",
            "watch-all-timeseries", "Time series",
            "watch-timeseries", "Time series",
            "watch-document-timeseries", "Time series",
            "watch-all-document-timeseries", "Time series");

    private final Set<String> documents = new HashSet<>();
    private final PrefixSet prefixes = new PrefixSet();
    private final Set<String> collections = new HashSet<>();
    private final Set<String> operations = new HashSet<>();
    private boolean allDocuments;
    private boolean allOperations;
    private boolean cache;
    private boolean topology;
    private int named;

    /**
     * Begins or ends to watch what {@code command} says.
     *
     * @return how many bytes more it takes to remember that
     * @throws ApiException if that is not watched here, or is one watch too many
     */
    synchronized int apply(WatchCommand command) {
        boolean on = !command.name().startsWith(UNWATCH);
        switch (watchOf(command.name())) {
            case "watch-docs" -> allDocuments = on;
            case "watch-operations" -> allOperations = on;
            case "watch-aggressive-caching" -> cache = on;
            case "watch-topology-change" -> topology = on;
            // There are no indexes: nothing of these ever changes.
            case "watch-indexes", "watch-index" -> {}
            case "watch-doc" -> {
                return change(on, command, key(command), documents::add, documents::remove);
            }
            case "watch-prefix" -> {
                return change(on, command, key(command), prefixes::add, prefixes::remove);
            }
            case "watch-collection" -> {
                return change(on, command, key(command), collections::add, collections::remove);
            }
            case "watch-operation" -> {
                return change(on, command, number(command), operations::add, operations::remove);
            }
            default -> throw refusal(command.name());
        }
        return 0;
    }

    private static String watchOf(String name) {
        return name.startsWith(UNWATCH) ? name.substring(UNWATCH.length()) : name;
    }

    private static String key(WatchCommand command) {
        try {
            return KeyForm.of(command.param());
        } catch (MintmarkException e) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    command.name() + " must name what it is about in whole characters: " + e.getMessage());
        }
    }

    /** Returns the number of an operation as it will be told, whatever zeros stand before it. */
    private static String number(WatchCommand command) {
        try {
            return Long.toString(Long.parseLong(command.param()));
        } catch (NumberFormatException e) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    command.name()
                            + " must name an operation by its number, which a bulk insert has from its client: its"
                            + " Param is '" + Printable.brief(command.param()) + "'.");
        }
    }

    private int change(
            boolean on, WatchCommand command, String key, Predicate<String> adding, Predicate<String> removing) {
        int bytes = command.param().getBytes(StandardCharsets.UTF_8).length;
        if (bytes == 0 || bytes > PARAM_BYTES_MAX) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    command.name() + " must name what it is about in 1 to " + PARAM_BYTES_MAX
                            + " bytes of UTF-8: its Param has " + bytes + ".");
        }
        if (!on) {
            boolean removed = removing.test(key);
            named -= removed ? 1 : 0;
            return removed ? -cost(key) : 0;
        }
        boolean added = adding.test(key);
        named += added ? 1 : 0;
        if (named > NAMED_MAX) {
            named--;
            boolean ignored = removing.test(key);
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "One connection must not name more than " + NAMED_MAX
                            + " documents, prefixes, collections and operations: watch a prefix, a collection or all.");
        }
        return added ? cost(key) : 0;
    }

    private static int cost(String key) {
        return BYTES_EACH + 2 * key.length();
    }

    private static ApiException refusal(String name) {
        String missing = REFUSED.get(watchOf(name));
        return new ApiException(
                ErrorType.NOT_SUPPORTED,
                missing == null
                        ? "There is no command '" + Printable.brief(name) + "' for the changes of a database."
                        : missing + " are not supported by this server, so '" + name
                                + "' would never hear of any: watch documents.");
    }

    /** Returns whether this connection asked to hear {@code notice}. */
    synchronized boolean want(Notice notice) {
        if (notice instanceof Notice.OfDocument document) {
            return allDocuments
                    || documents.contains(document.key())
                    || collections.contains(document.collectionKey())
                    || prefixes.hasPrefixOf(document.key());
        }
        if (notice instanceof Notice.OfTopology) {
            return topology;
        }
        return allOperations || operations.contains(Long.toString(((Notice.OfOperation) notice).id()));
    }

    /** Returns whether this connection caches documents, and so must forget them when one changes. */
    synchronized boolean wantsCacheChanges() {
        return cache;
    }
}
