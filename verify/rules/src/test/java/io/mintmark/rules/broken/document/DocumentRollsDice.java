package io.mintmark.rules.broken.document;

import java.util.Random;

/** Breaks: randomness comes through an interface. */
final class DocumentRollsDice {
    Random dice() {
        return new Random();
    }
}
