package io.mintmark.javascript;

import java.util.List;

/** One thing to be evaluated. */
sealed interface Item {
    /**
     * A document.
     *
     * @param maps the numbers of the maps that read it
     * @param json the document
     */
    record Document(List<Integer> maps, String json) implements Item {}

    /**
     * A group.
     *
     * @param key its key in JSON
     * @param values an array of JSON
     */
    record Group(String key, String values) implements Item {}

    /** Returns about how many bytes it takes on its way. */
    default int size() {
        if (this instanceof Document document) {
            return document.json().length();
        }
        Group group = (Group) this;
        return group.key().length() + group.values().length();
    }
}
