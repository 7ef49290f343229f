package io.mintmark.server;

import java.util.stream.Stream;

/** What clients send, in its shortest form; members may be written with single quotes. */
final class Bodies {
    private Bodies() {}

    static String put(String id, String document) {
        return "{\"Type\":\"PUT\",\"Id\":\"" + id + "\",\"Document\":" + document + "}";
    }

    static String delete(String id) {
        return "{\"Type\":\"DELETE\",\"Id\":\"" + id + "\"}";
    }

    /** Returns a batch of such commands. */
    static String batch(String... commands) {
        return "{\"Commands\":[" + String.join(",", commands) + "]}";
    }

    static String batch(Stream<String> commands) {
        return batch(commands.toArray(String[]::new));
    }

    /** Returns an empty document of that collection. */
    static String in(String collection) {
        return "{\"@metadata\":{\"@collection\":\"" + collection + "\"}}";
    }

    /** Returns a document of that collection with such members. */
    static String in(String collection, String members) {
        return "{" + members.replace('\'', '"') + "," + in(collection).substring(1);
    }

    /** Returns an index that counts the documents of {@code source} by the members {@code groupBy}. */
    static String counting(String name, String source, String groupBy, String output) {
        return counting(name, source, groupBy, output, "Count", "");
    }

    /** The same with another name for the count, and with {@code more} members, of which each ends with a comma. */
    static String counting(String name, String source, String groupBy, String output, String count, String more) {
        return ("{'Name':'" + name + "','OutputReduceToCollection':'" + output + "'," + more
                        + "'Aggregation':{'Collection':'" + source + "','GroupBy':["
                        + groupBy.replaceAll("\\w+", "'$0'") + "],'Aggregates':[{'Name':'" + count
                        + "','Function':'Count'}]}}")
                .replace('\'', '"');
    }

    /** Returns what puts such indexes. */
    static String indexes(String... definitions) {
        return "{\"Indexes\":[" + String.join(",", definitions) + "]}";
    }
}
