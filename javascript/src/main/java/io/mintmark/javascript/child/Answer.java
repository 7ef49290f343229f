package io.mintmark.javascript.child;

import java.util.List;

/** What an item came to: texts, or the reason why there are none. */
record Answer(boolean isDone, List<String> texts) {
    static Answer done(List<String> texts) {
        return new Answer(true, texts);
    }

    static Answer failed(String why) {
        return new Answer(false, List.of(why));
    }
}
