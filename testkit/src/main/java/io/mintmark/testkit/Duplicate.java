package io.mintmark.testkit;

/**
 * One identifier that was issued again.
 *
 * @param scope where it had to be unique: a counter, a database
 * @param id the number or the document id
 */
public record Duplicate(String scope, String id) {

    @Override
    public String toString() {
        return id + " in " + scope;
    }
}
