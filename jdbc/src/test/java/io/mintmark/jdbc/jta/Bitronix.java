package io.mintmark.jdbc.jta;

import bitronix.tm.BitronixTransactionManager;
import bitronix.tm.TransactionManagerServices;
import bitronix.tm.resource.jdbc.PoolingDataSource;
import bitronix.tm.resource.jdbc.lrc.LrcXADataSource;

/** Bitronix, which enlists a connection when its first statement is made. Its one manager lives as long as the process. */
final class Bitronix {
    private Bitronix() {}

    private static synchronized BitronixTransactionManager manager() {
        if (!TransactionManagerServices.isTransactionManagerRunning()) {
            TransactionManagerServices.getConfiguration()
                    .setServerId("mintmark")
                    .setJournal("null")
                    .setDisableJmx(true);
        }
        return TransactionManagerServices.getTransactionManager();
    }

    static Manager xa(Place place) {
        PoolingDataSource source = xaPool(place);
        return over(source, xaPool(place));
    }

    static Manager lastResource(Place place) {
        PoolingDataSource source = pool(LrcXADataSource.class.getName());
        source.getDriverProperties().setProperty("driverClassName", place.driver);
        source.getDriverProperties().setProperty("url", place.url());
        source.getDriverProperties().setProperty("user", place.user);
        source.getDriverProperties().setProperty("password", "");
        source.init();
        return over(source, xaPool(place));
    }

    private static PoolingDataSource xaPool(Place place) {
        PoolingDataSource pool = pool(place.xaDriver);
        pool.getDriverProperties().setProperty("user", place.user);
        pool.getDriverProperties().setProperty(place == Place.H2 ? "URL" : "url", place.url());
        if (place == Place.H2) {
            pool.getDriverProperties().setProperty("password", "");
        }
        pool.init();
        return pool;
    }

    private static PoolingDataSource pool(String className) {
        PoolingDataSource pool = new PoolingDataSource();
        pool.setUniqueName(Place.fresh("bitronix"));
        pool.setClassName(className);
        pool.setMaxPoolSize(Managers.CONNECTIONS);
        // Otherwise it has no connection outside of a transaction.
        pool.setAllowLocalTransactions(true);
        pool.setIgnoreRecoveryFailures(true);
        pool.setShareTransactionConnections(true);
        return pool;
    }

    private static Manager over(PoolingDataSource source, PoolingDataSource second) {
        return new Manager(new JavaxTransactions(manager()), source, second, true, false, () -> {
            source.close();
            second.close();
        });
    }
}
