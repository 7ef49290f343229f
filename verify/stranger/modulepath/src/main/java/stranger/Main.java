package stranger;

import io.mintmark.counter.RangeSize;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.document.NodeTag;
import java.time.Duration;

/** A program that a user might write on the first day. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.out.println(DocumentId.hilo("orders", IdentityPartsSeparator.DEFAULT, 10, NodeTag.of("A")));
        System.out.println(RangeSize.next(RangeSize.MIN, Duration.ofSeconds(1)));
        System.out.println(DocumentId.class.getModule().isNamed());
    }
}
