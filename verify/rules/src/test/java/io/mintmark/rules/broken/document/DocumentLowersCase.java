package io.mintmark.rules.broken.document;

/** Breaks: no case is changed by the machine's locale. */
final class DocumentLowersCase {
    @SuppressWarnings("StringCaseLocaleUsage") // the mistake that the rule must notice
    String lower(String name) {
        return name.toLowerCase();
    }
}
