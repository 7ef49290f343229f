package io.mintmark.storage.write;

/**
 * What tells a request that is sent again from a new one. None of its texts has a line break.
 *
 * @param name the key, with all that it is good for: whose it is, and for what kind of request
 * @param said what the request asks for; one of the same name that asks for something else is refused
 * @param note what the asker wants to find beside the answer when the request comes again
 */
public record RequestKey(String name, String said, String note) {
    /** Checks that the texts can be told apart where they are stored as one. */
    public RequestKey {
        if ((name + said + note).indexOf('\n') >= 0 || name.isEmpty()) {
            throw new IllegalArgumentException("name must not be empty, and nothing may have a line break: name=" + name
                    + ", said=" + said + ", note=" + note);
        }
    }
}
