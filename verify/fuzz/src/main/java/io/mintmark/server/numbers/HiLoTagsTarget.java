package io.mintmark.server.numbers;

import io.mintmark.counter.Reservation;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.document.KeyForm;
import io.mintmark.document.NodeTag;
import io.mintmark.fuzz.Check;
import io.mintmark.fuzz.FuzzTarget;
import io.mintmark.fuzz.Input;
import io.mintmark.storage.write.CounterName;

/** A tag that gets a range makes ids from the first number to the last, and equal tags are one counter. */
public final class HiLoTagsTarget implements FuzzTarget {
    private static final NodeTag NODE = NodeTag.of("ABCD");

    @Override
    public void run(byte[] bytes) {
        Input input = new Input(bytes);
        IdentityPartsSeparator separator =
                input.flag() ? IdentityPartsSeparator.DEFAULT : IdentityPartsSeparator.of("-");
        String tag = input.text();
        DatabaseNumbers.requireTag("tag", tag, separator, NODE);
        for (long number : new long[] {1, Reservation.CEILING_JS_SAFE}) {
            DocumentId id = Check.accepted("an id can be made", () -> DocumentId.hilo(tag, separator, number, NODE));
            Check.that(!CounterName.isShownBy(id), "no id of a range shows a counter");
        }
        CounterName counter = CounterName.ofTag(tag);
        Check.equal(counter, CounterName.ofTag(KeyForm.of(tag)), "equal tags are one counter");
        Check.that(CounterName.isShownBy(counter.document()), "a counter's document shows it");
        Check.equal(counter, CounterName.shownBy(counter.document()).orElseThrow(), "a document shows its counter");
    }
}
