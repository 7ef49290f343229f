package io.mintmark.jdbc.jta;

import com.arjuna.ats.arjuna.common.CoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.internal.arjuna.objectstore.VolatileStore;
import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import com.arjuna.ats.jdbc.TransactionalDriver;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import io.agroal.narayana.NarayanaTransactionIntegration;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.Properties;
import javax.sql.DataSource;
import javax.sql.XADataSource;

/** Narayana with its own driver, which enlists a connection at its first statement, and with Agroal, which does so before. */
final class Narayana {
    private Narayana() {}

    private static TransactionManager manager() {
        BeanPopulator.getDefaultInstance(ObjectStoreEnvironmentBean.class)
                .setObjectStoreType(VolatileStore.class.getName());
        for (String store : new String[] {"communicationStore", "stateStore"}) {
            BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
                    .setObjectStoreType(VolatileStore.class.getName());
        }
        try {
            BeanPopulator.getDefaultInstance(CoreEnvironmentBean.class).setNodeIdentifier("mintmark");
        } catch (CoreEnvironmentBeanException e) {
            throw new IllegalStateException(e);
        }
        return com.arjuna.ats.jta.TransactionManager.transactionManager();
    }

    static Manager driver(Place place) {
        TransactionManager manager = manager();
        return new Manager(
                new JakartaTransactions(manager), driverOver(place.xa()), driverOver(place.xa()), true, true, () -> {});
    }

    private static DataSource driverOver(XADataSource xa) {
        Properties info = new Properties();
        info.put(TransactionalDriver.XADataSource, xa);
        // One number for all sources of the process, and it waits for ever.
        info.setProperty(TransactionalDriver.maxConnections, "1000");
        TransactionalDriver driver = new TransactionalDriver();
        return (DataSource) Proxy.newProxyInstance(
                Narayana.class.getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, arguments) -> {
                    if (method.getName().equals("getConnection")) {
                        return driver.connect(TransactionalDriver.arjunaDriver, info);
                    }
                    throw new UnsupportedOperationException(method.getName());
                });
    }

    /** A local connection beside an XA one commits last, in the middle of the other's two phases. */
    static Manager agroal(Place place, boolean xa) throws SQLException {
        TransactionManager manager = manager();
        AgroalDataSource source = pool(place, manager, xa ? place.xaDriver : place.driver);
        AgroalDataSource second = pool(place, manager, place.xaDriver);
        return new Manager(new JakartaTransactions(manager), source, second, true, false, () -> {
            source.close();
            second.close();
        });
    }

    private static AgroalDataSource pool(Place place, TransactionManager manager, String provider) throws SQLException {
        return AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(pool -> pool.maxSize(Managers.CONNECTIONS)
                        .transactionIntegration(new NarayanaTransactionIntegration(
                                manager, new TransactionSynchronizationRegistryImple()))
                        .connectionFactoryConfiguration(factory -> factory.connectionProviderClassName(provider)
                                .jdbcUrl(place.url())
                                .principal(new NamePrincipal(place.user))
                                .credential(new SimplePassword("")))));
    }
}
