package io.mintmark.server.documents;

import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.write.CounterName;
import io.mintmark.web.http.Request;
import java.util.List;

/** Notes of each HiLo document that was written whether it raised its counter, for whoever tells it. Stateless. */
final class RaisedCounters {
    private RaisedCounters() {}

    static void tell(Request request, List<CommandResult> results) {
        for (CommandResult result : results) {
            if (result instanceof CommandResult.Stored stored && CounterName.isShownBy(stored.id())) {
                request.changed(stored.id().text(), stored.raised());
            }
        }
    }
}
