package io.mintmark.javascript;

import java.util.ArrayList;
import java.util.List;

/** A program that was loaded. Thread-safe; one document or group of an engine is evaluated at a time. */
public final class ScriptProgram {
    private final JavaScriptEngine engine;
    private final ProcessPermits permits;
    private final int number;
    private final ScriptSource source;
    private final boolean namesKeys;
    private final List<String> collections;

    /** Takes what the prelude says of a program: a line on its keys, then one for the collection of each map. */
    ScriptProgram(
            JavaScriptEngine engine, ProcessPermits permits, int number, ScriptSource source, List<String> described) {
        this.engine = engine;
        this.permits = permits;
        this.number = number;
        this.source = source;
        this.namesKeys = described.get(0).equals("names");
        this.collections = List.copyOf(described.subList(1, described.size()));
    }

    int number() {
        return number;
    }

    ProcessPermits permits() {
        return permits;
    }

    ScriptSource source() {
        return source;
    }

    /** Returns the collection of each map. */
    public List<String> collections() {
        return collections;
    }

    /**
     * Returns whether each key that is an object has the names that the script writes, in the order in which it does.
     */
    public boolean namesKeys() {
        return namesKeys;
    }

    /** A group to be reduced. */
    public record Group(String key, List<String> values) {
        /** Copies the values. */
        public Group {
            values = List.copyOf(values);
        }
    }

    /** A document to be mapped, by the numbers of the maps that read its collection. */
    public record Document(List<Integer> maps, String json) {
        /** Copies the numbers. */
        public Document {
            maps = List.copyOf(maps);
        }
    }

    /**
     * Maps documents.
     *
     * @throws ScriptException if too many of them had to be stopped
     * @throws ScriptEngineException if no process can be had
     */
    public List<Outcome> map(List<Document> documents) {
        List<Item> items = new ArrayList<>(documents.size());
        documents.forEach(document -> items.add(new Item.Document(document.maps(), document.json())));
        return engine.run(this, items);
    }

    /** Reduces groups; likewise. */
    public List<Outcome> reduce(List<Group> groups) {
        List<Item> items = new ArrayList<>(groups.size());
        groups.forEach(group -> items.add(new Item.Group(group.key(), "[" + String.join(",", group.values()) + "]")));
        return engine.run(this, items);
    }
}
